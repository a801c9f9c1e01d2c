// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/wire.h"
#include "core/observe/formats/format.h"

namespace lockkeeper::agent {

/// The formats that were read, so that all locks of a format share it. Not thread-safe.
class FormatShelf {
public:
    /// A format with the name and the data of `told`: with the functions of the built-in one of
    /// this name, or without any.
    [[nodiscard]] observe::FormatPtr find(observe::Format told);

private:
    static constexpr std::size_t kMost = 1000; ///< more are not shared

    std::vector<observe::FormatPtr> m_formats;
};

/// Writes a format where it is used first, and its number from then on: one per text.
class FormatWriter {
public:
    void pass(WireWriter& wire, const observe::FormatPtr& format);

private:
    std::vector<observe::FormatPtr> m_known;
};

/// Reads what FormatWriter has written. `shelf` must outlive it.
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
