// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace lockkeeper::fuzz {

/// One fuzz target: a function that takes any bytes and throws Broken where its invariant does not
/// hold. Registers itself; a program may hold one (libFuzzer) or all of them (the tests).
class Target {
public:
    using Run = void (*)(std::string_view input);

    /// `cost`: how many times as long as most it takes; the tests run it so much fewer times.
    Target(const char* name, Run function, int cost = 1);

    [[nodiscard]] static const std::vector<Target>& all();
    [[nodiscard]] const char* name() const noexcept { return m_name; }
    [[nodiscard]] int cost() const noexcept { return m_cost; }
    void run(std::string_view input) const { m_run(input); }

private:
    const char* m_name; ///< of its file and of its folder in corpus/
    Run m_run;
    int m_cost;
};

/// An invariant that does not hold.
class Broken : public std::logic_error {
public:
    using std::logic_error::logic_error;
};

/// Throws Broken, with what should be true, unless it is.
void check(bool isTrue, const char* what);

} // namespace lockkeeper::fuzz
