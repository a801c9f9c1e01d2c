// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockkeeper {

[[nodiscard]] std::string hex(std::string_view bytes);
/// The lowest `digits`, at most 16.
[[nodiscard]] std::string hex(std::uint64_t number, std::size_t digits);

enum class HexCase : std::uint8_t { Lower, Upper };

void appendHex(std::string& out, char byte, HexCase letters = HexCase::Lower);

[[nodiscard]] std::optional<char> hexByte(std::string_view text);

[[nodiscard]] bool isLowerHex(std::string_view text);

} // namespace lockkeeper
