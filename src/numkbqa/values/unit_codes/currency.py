"""Currencies: ISO 4217 codes, and the signs and words that stand for one of them.

"$" alone is taken for the US dollar and "¥" for the yen; signs of several currencies ("kr", "Rs") for none.
"""

from collections.abc import Mapping
from typing import Final

CURRENCIES: Final = frozenset(
    {
        "AED", "AFN", "ALL", "AMD", "ANG", "AOA", "ARS", "AUD", "AWG", "AZN", "BAM", "BBD", "BDT",
        "BGN", "BHD", "BIF", "BMD", "BND", "BOB", "BRL", "BSD", "BTN", "BWP", "BYN", "BZD", "CAD",
        "CDF", "CHF", "CLP", "CNY", "COP", "CRC", "CUP", "CVE", "CZK", "DJF", "DKK", "DOP", "DZD",
        "EGP", "ERN", "ETB", "EUR", "FJD", "FKP", "GBP", "GEL", "GHS", "GIP", "GMD", "GNF", "GTQ",
        "GYD", "HKD", "HNL", "HRK", "HTG", "HUF", "IDR", "ILS", "INR", "IQD", "IRR", "ISK", "JMD",
        "JOD", "JPY", "KES", "KGS", "KHR", "KMF", "KPW", "KRW", "KWD", "KYD", "KZT", "LAK", "LBP",
        "LKR", "LRD", "LSL", "LYD", "MAD", "MDL", "MGA", "MKD", "MMK", "MNT", "MOP", "MRU", "MUR",
        "MVR", "MWK", "MXN", "MYR", "MZN", "NAD", "NGN", "NIO", "NOK", "NPR", "NZD", "OMR", "PAB",
        "PEN", "PGK", "PHP", "PKR", "PLN", "PYG", "QAR", "RON", "RSD", "RUB", "RWF", "SAR", "SBD",
        "SCR", "SDG", "SEK", "SGD", "SHP", "SLE", "SOS", "SRD", "SSP", "STN", "SVC", "SYP", "SZL",
        "THB", "TJS", "TMT", "TND", "TOP", "TRY", "TTD", "TWD", "TZS", "UAH", "UGX", "USD", "UYU",
        "UZS", "VED", "VES", "VND", "VUV", "WST", "XAF", "XCD", "XOF", "XPF", "YER", "ZAR", "ZMW",
        "ZWL", "DEM", "FRF", "ITL", "ESP", "ATS", "BEF", "FIM", "GRD", "IEP", "LUF", "NLG", "PTE",
        "SUR", "TRL",
    }
)  # fmt: skip

CURRENCY_SIGNS: Final[Mapping[str, str]] = {
    "$": "USD", "US$": "USD", "U$S": "USD", "A$": "AUD", "AU$": "AUD", "C$": "CAD", "CA$": "CAD",
    "CAN$": "CAD", "NZ$": "NZD", "HK$": "HKD", "S$": "SGD", "NT$": "TWD", "R$": "BRL", "MX$": "MXN",
    "€": "EUR", "£": "GBP", "¥": "JPY", "JP¥": "JPY", "CN¥": "CNY", "RMB": "CNY", "₹": "INR", "₩": "KRW",
    "₽": "RUB", "₺": "TRY", "₴": "UAH", "₪": "ILS", "฿": "THB", "₫": "VND", "₱": "PHP", "₦": "NGN",
    "₡": "CRC", "₸": "KZT", "zł": "PLN", "Kč": "CZK", "Ft": "HUF", "DM": "DEM", "SFr": "CHF",
}  # fmt: skip

CURRENCY_WORDS: Final[Mapping[str, str]] = {
    "dollar": "USD", "us dollar": "USD", "euro": "EUR", "pound sterling": "GBP", "pounds sterling": "GBP",
    "british pound": "GBP", "yen": "JPY", "japanese yen": "JPY", "swiss franc": "CHF", "yuan": "CNY",
    "renminbi": "CNY", "indian rupee": "INR", "canadian dollar": "CAD", "australian dollar": "AUD",
    "russian rouble": "RUB", "russian ruble": "RUB", "deutsche mark": "DEM",
}  # fmt: skip


def currency_code(text: str) -> str | None:
    """ISO 4217 code of a currency.

    Args:
        text: its code, a sign or an English name ("EUR", "€", "euros").

    Returns:
        "EUR"; None when the text stands for no currency, or for several.
    """
    if text in CURRENCIES:
        return text
    words = text.lower()
    return (
        CURRENCY_SIGNS.get(text) or CURRENCY_WORDS.get(words) or CURRENCY_WORDS.get(words.removesuffix("s"))
    )
