// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/wire_basics.h"
#include "core/observe/formats/format.h"

namespace lockkeeper::agent {

/// Locks of one format share it. Not thread-safe.
class FormatShelf {
public:
    /// With the built-in format's functions, if one has this name.
    [[nodiscard]] observe::FormatPtr find(observe::Format told);

private:
    static constexpr std::size_t kMost = 1000; ///< more are not shared

    std::vector<observe::FormatPtr> m_formats;
};

/// Writes a format once, then only its number. Use one per text.
class FormatWriter {
public:
    void pass(WireWriter& wire, const observe::FormatPtr& format);

private:
    std::vector<observe::FormatPtr> m_known;
};

/// `shelf` must outlive it.
class FormatReader {
public:
    explicit FormatReader(FormatShelf& shelf)
        : m_shelf(shelf)
    { }
    void pass(WireReader& wire, observe::FormatPtr& format);

private:
    FormatShelf& m_shelf;
    std::vector<observe::FormatPtr> m_known;
};

} // namespace lockkeeper::agent
