"""The numbers of the financial report: made up from a fixed seed, and adding up."""

from __future__ import annotations

import random
from dataclasses import dataclass

YEARS = ("2025", "2024", "2023")
SEGMENTS = ("Passenger", "Freight", "Public service", "Shipyards", "Harbour services")
ROUTES = (
    "Storvik - Halden", "Halden - Lyngor", "Lyngor - Skarv", "Skarv - Utsira Bay", "Elvebakken - Rost", "Rost - Varden", "Varden - Nordhamn",
    "Nordhamn - Selje", "Selje - Tindholm", "Tindholm - Havnes", "Havnes - Storvik",
)  # fmt: skip


@dataclass(frozen=True)
class Figures:
    """Amounts in thousands of crowns by line and year, in the order of :data:`YEARS`."""

    revenue: dict[str, tuple[int, ...]]
    costs: dict[str, tuple[int, ...]]
    routes: dict[str, tuple[int, ...]]

    def total(self, lines: dict[str, tuple[int, ...]]) -> tuple[int, ...]:
        """Sums by year."""
        return tuple(sum(v[k] for v in lines.values()) for k in range(len(YEARS)))


def make() -> Figures:
    """The figures; the same in every run."""
    dice = random.Random(2025)

    def line(base: int, growth: float) -> tuple[int, ...]:
        return tuple(round(base * (1 - growth * k) + dice.randrange(-900, 900)) for k in range(3))

    bases = {
        "Passenger": 812_400,
        "Freight": 431_900,
        "Public service": 388_200,
        "Shipyards": 164_700,
        "Harbour services": 52_300,
    }
    revenue = {name: line(base, 0.035 + 0.01 * k) for k, (name, base) in enumerate(bases.items())}
    costs = {
        "Crew and staff": line(589_300, 0.041), "Fuel": line(301_800, -0.022), "Repair and maintenance": line(176_200, 0.03),
        "Harbour dues": line(98_400, 0.02), "Depreciation": line(214_600, 0.05), "Other operating costs": line(187_500, 0.015),
    }  # fmt: skip
    routes = {name: (dice.randrange(180, 990), dice.randrange(40, 260), dice.randrange(900, 9800)) for name in ROUTES}
    return Figures(revenue, costs, routes)


def crowns(amount: int) -> str:
    """An amount as accounts print it: thousands separated, negatives in parentheses, nothing as a dash."""
    if not amount:
        return "—"
    return f"{amount:,}" if amount > 0 else f"({-amount:,})"


def percent(new: int, old: int) -> str:
    """Change against the year before with one decimal."""
    return f"{100 * (new - old) / old:+.1f} %"
