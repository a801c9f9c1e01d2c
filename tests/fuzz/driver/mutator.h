// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <random>
#include <string>
#include <vector>

namespace lockkeeper::fuzz {

/// Makes inputs out of seeds: the same ones for the same number, on every machine.
class Mutator {
public:
    Mutator(std::vector<std::string> seeds, std::uint32_t number);

    /// A seed, changed in a few places.
    [[nodiscard]] std::string next();

private:
    [[nodiscard]] std::size_t below(std::size_t limit);
    [[nodiscard]] char byte();
    void change(std::string& text);
    void insertWord(std::string& text);
    void splice(std::string& text);

    std::vector<std::string> m_seeds; ///< at least one
    std::mt19937 m_random;
};

} // namespace lockkeeper::fuzz
