// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/release/journal_chain.h"
#include "core/result.h"

#include <filesystem>

namespace lockkeeper::release {

struct JournalProof {
    ChainFindings chain;
    bool isEmpty = false;
    bool mayOthersWrite = false;
    bool isHeadFound = false;
};

/// Checks a whole journal: see journal_chain.h. `wantedHead`: an earlier hash in lower-case hex, or
/// empty. Journal error if the file is missing, not regular, or unreadable. Blocks for the disk,
/// and briefly for appending processes.
[[nodiscard]] Result<JournalProof> verifyJournal(
    const std::filesystem::path& file, std::string_view wantedHead = {});

} // namespace lockkeeper::release
