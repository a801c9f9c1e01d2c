// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/release/journal_chain.h"
#include "core/result.h"

#include <filesystem>

namespace lockkeeper::release {

/// What verifyJournal() found.
struct JournalProof {
    ChainFindings chain;
    bool isEmpty = false; ///< no byte is in it
    bool mayOthersWrite = false; ///< by the mode of the file
    bool isHeadFound = false; ///< the wanted head is in the chain, before the break if there is one
};

/// Checks the chain of a whole journal: see journal_chain.h. `wantedHead`: a hash that was seen
/// earlier, in lower-case hex digits; empty: none.
///
/// Journal error, with path and reason, if there is no such file, or if it is no regular file or
/// can't be read. Reads it line by line. Blocks for the disk, and for a moment while another
/// process appends; keeps none waiting.
[[nodiscard]] Result<JournalProof> verifyJournal(
    const std::filesystem::path& file, std::string_view wantedHead = {});

} // namespace lockkeeper::release
