"""Checkpoints: small, and enough to go on from. Needs PyTorch, which only `make train` installs."""

from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is installed by `make train` alone")


@pytest.mark.parametrize("name", ["Classifier", "Detector"])
def test_a_checkpoint_is_under_5_mb_and_training_goes_on_from_it(name: str, tmp_path: Path) -> None:
    from vision.training import checkpoints, nets

    def fresh():
        torch.manual_seed(1)
        net = getattr(nets, name)()
        tuner = torch.optim.AdamW(net.parameters(), lr=1e-3)
        return net, tuner, torch.optim.lr_scheduler.OneCycleLR(tuner, 1e-3, total_steps=10)

    net, tuner, plan = fresh()
    size = (64, 40) if name == "Classifier" else (64, 64)
    answers = net(torch.rand(2, 3, *size))
    sum(answer.sum() for answer in (answers if isinstance(answers, tuple) else (answers,))).backward()
    tuner.step()
    plan.step()
    path = tmp_path / "one.pt"
    checkpoints.save(path, net, net.state_dict(), tuner, plan, 1)

    assert path.stat().st_size < 5_000_000
    other, tuner2, plan2 = fresh()
    slow, step = checkpoints.resume(path, other, tuner2, plan2)
    assert step == 1
    assert plan2.get_last_lr() == plan.get_last_lr()
    for key, value in net.state_dict().items():
        for again in (other.state_dict()[key], slow[key]):
            assert again.dtype == value.dtype
            # 11 bits of mantissa.
            assert torch.allclose(again, value, rtol=2**-11, atol=1e-7)
    for one, two in zip(tuner.state.values(), tuner2.state.values(), strict=True):
        assert two["exp_avg"].dtype == torch.float32
        assert torch.allclose(one["exp_avg"], two["exp_avg"], rtol=0.01)
