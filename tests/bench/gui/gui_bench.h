// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace lockkeeper::bench {

struct GuiBenchOptions {
    std::size_t locks = 100'000;
    std::size_t changes = 2000; ///< in a second
    std::size_t ownerships = 1'000'000; ///< in the history
    std::string history{}; ///< the URL of a PostgreSQL database to fill; empty: a temporary file
    unsigned seconds = 5; ///< of each part
    std::string only{}; ///< one part; empty: all
    bool isJson = false;
};

/// Measures for how long the window blocks, and what it costs, against absolute limits. Returns the
/// exit code of report(). Needs a QApplication. Throws std::runtime_error.
[[nodiscard]] int runGuiBench(const GuiBenchOptions& options);

} // namespace lockkeeper::bench
