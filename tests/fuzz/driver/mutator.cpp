// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/driver/mutator.h"

#include <array>
#include <string_view>

namespace lockkeeper::fuzz {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kLongest = 4096;
constexpr std::size_t kMostChanges = 6;

/// What parsers stumble over.
constexpr std::array kWords{"-1"sv, "0"sv, "9223372036854775807"sv, "-9223372036854775808"sv,
    "18446744073709551616"sv, "4294967296"sv, "65536"sv, "\r\n"sv, "\0"sv, "%00"sv, "%"sv, "\\"sv,
    "*-1\r\n"sv, "$-1\r\n"sv, "*2\r\n"sv, "$1\r\nx\r\n"sv, ":-2\r\n"sv, "-ERR x\r\n"sv, "\xC3"sv,
    "\xE2\x80\xAE"sv, "\xF4\x90\x80\x80"sv, "[["sv, "]"sv, "://"sv, "@"sv, ":"sv, "\""sv, "*"sv,
    "(?"sv};

} // namespace

Mutator::Mutator(std::vector<std::string> seeds, std::uint32_t number)
    : m_seeds(std::move(seeds))
    , m_random(number)
{ }

// The distributions of <random> differ from library to library.
std::size_t Mutator::below(std::size_t limit)
{
    return m_random() % limit;
}

char Mutator::byte()
{
    return static_cast<char>(below(256));
}

std::string Mutator::next()
{
    std::string text = m_seeds[below(m_seeds.size())];
    for (std::size_t left = 1 + below(kMostChanges); left > 0; --left)
        change(text);
    text.resize(std::min(text.size(), kLongest));
    return text;
}

void Mutator::change(std::string& text)
{
    const std::size_t at = below(text.size() + 1);
    const std::size_t size = 1 + below(8);
    switch (below(7)) {
    case 0:
        text.insert(at, 1, byte());
        break;
    case 1:
        if (at < text.size())
            text[at] = byte();
        break;
    case 2:
        if (at < text.size())
            text[at] = static_cast<char>(text[at] ^ (1 << below(8)));
        break;
    case 3:
        text.erase(at, size);
        break;
    case 4:
        text.insert(at, text.substr(below(text.size() + 1), 4 * size));
        break;
    case 5:
        insertWord(text);
        break;
    default:
        splice(text);
    }
}

void Mutator::insertWord(std::string& text)
{
    const std::string_view word = kWords[below(kWords.size())];
    const std::size_t at = below(text.size() + 1);
    text.replace(at, below(2) == 0 ? 0 : word.size(), word);
}

/// The end of another seed in the place of its own.
void Mutator::splice(std::string& text)
{
    const std::string& other = m_seeds[below(m_seeds.size())];
    text.resize(below(text.size() + 1));
    text += other.substr(below(other.size() + 1));
}

} // namespace lockkeeper::fuzz
