"""What is measured of a camera once: its lens, the table's plane, the seats' regions, and whether its picture is good."""
