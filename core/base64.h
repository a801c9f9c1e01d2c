// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace lockkeeper {

/// The bytes in base64 (RFC 4648, padded, without line breaks): how names that are not plain text
/// are carried in JSON. Pure.
[[nodiscard]] std::string base64(std::string_view bytes);

} // namespace lockkeeper
