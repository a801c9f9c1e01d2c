// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/reading/key_reading.h"
#include "core/redis/reply.h"

#include <optional>
#include <string_view>
#include <vector>

namespace lockkeeper::fuzz {

/// Cuts the input at its own first byte, so that a part may hold any other; the last of at most
/// `most` parts is all that is left.
[[nodiscard]] std::vector<std::string_view> partsOf(std::string_view input, std::size_t most);

/// A key as a master stores it: type and TTL ("s30000", "h", "z", "t", "l"; no number: none), its
/// name, and its value, or fields and values, or members; see partsOf().
[[nodiscard]] std::optional<observe::KeyReading> readingIn(std::string_view input);

/// What a server sends, up to the first byte that is not RESP.
[[nodiscard]] std::vector<redis::Reply> repliesIn(std::string_view bytes);

/// Throws Broken unless displaySafe() makes a line of it that is fit for a screen, by a look at it
/// that is not displaySafe()'s own.
void checkDisplayable(std::string_view text);
/// Throws Broken unless the text as it is, is one.
void checkPrintable(std::string_view text);

} // namespace lockkeeper::fuzz
