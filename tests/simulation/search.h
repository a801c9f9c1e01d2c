// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "tests/simulation/simulation.h"

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

namespace lockkeeper::simulation {

/// What was searched so far. Kept in a file, a search goes on where it ended.
struct Totals {
    std::uint64_t nextSeed = 0;
    std::uint64_t runs = 0;
    std::uint64_t acquisitions = 0;
    double seconds = 0; ///< of processor time
};

/// An unreadable or missing file gives nullopt.
[[nodiscard]] std::optional<Totals> readTotals(const std::filesystem::path& file);
/// Replaces the file at once: a reader sees the old content or the new one.
[[nodiscard]] bool writeTotals(const std::filesystem::path& file, const Totals& totals);

struct SearchLimits {
    std::uint64_t runs = 0; ///< 0: no limit
    std::uint64_t acquisitions = 0; ///< in total; 0: no limit
    std::uint64_t seconds = 0; ///< of this search; 0: no limit
};

/// Runs one seed after the other until a promise is broken or a limit is reached. Writes the totals
/// to `state`, unless that is empty, every few seconds and at the end.
class Search {
public:
    Search(Totals totals, Setup setup, std::filesystem::path state)
        : m_totals(totals)
        , m_setup(std::move(setup))
        , m_state(std::move(state))
    { }

    /// The seed whose run broke a promise; nullopt: none did.
    [[nodiscard]] std::optional<std::uint64_t> run(const SearchLimits& limits);
    [[nodiscard]] const Totals& totals() const noexcept { return m_totals; }
    /// False if the state could not be written.
    [[nodiscard]] bool isSaved() const noexcept { return m_isSaved; }

private:
    void save();

    Totals m_totals;
    Setup m_setup;
    std::filesystem::path m_state;
    bool m_isSaved = true;
};

/// A line of the file of seeds that once broke a promise.
struct KnownSeed {
    std::uint64_t seed = 0;
    std::string text; ///< what it was
};
/// Lines are `SEED TEXT`, empty, or begin with `#`. Errors, with the file's name: it can't be read,
/// has no seeds, or has another line.
[[nodiscard]] Result<std::vector<KnownSeed>> readSeeds(const std::filesystem::path& file);

} // namespace lockkeeper::simulation
