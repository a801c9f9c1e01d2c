// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/formats/holder.h"

#include <optional>
#include <string_view>

namespace lockkeeper::observe {

// Names of holders as people write them into the values of locks. All pure.

/// True for what names consist of.
[[nodiscard]] bool isNameCharacter(char c);

/// True for the name of a host, a pod, a worker: `web-3`, `api-7d4b9c6f5-x2x9k`, `alice`.
[[nodiscard]] bool isName(std::string_view text);

/// Host and pid in one of the common orders: `web-3:4711`, `web-3|4711`, `web-3/4711`,
/// `web-3#4711`, `web-3_4711`, `4711@web-3`, and each with more behind a colon; or behind their
/// names: `locked:host=web-3:pid=20:random=...`. nullopt: neither.
[[nodiscard]] std::optional<Holder> hostAndPid(std::string_view text);

} // namespace lockkeeper::observe
