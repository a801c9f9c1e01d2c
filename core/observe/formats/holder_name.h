// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/token.h"
#include "core/observe/formats/holder.h"

#include <optional>
#include <string_view>

namespace lockkeeper::observe {

// Names of holders as people write them into the values of locks. All pure.

/// A process that takes locks with this library.
[[nodiscard]] Holder holderOfOwner(lock::Owner owner);

/// True for what names consist of.
[[nodiscard]] bool isNameCharacter(char c);

/// True for the name of a host, a pod, a worker: `web-3`, `api-7d4b9c6f5-x2x9k`, `alice`. Random
/// text and credentials are none.
[[nodiscard]] bool isName(std::string_view text);

/// True if the name has what those of hosts have, a digit, a dot or a dash, and is none of a region
/// or of another thing: not for `us-east-1`, `thread-7`, `owner`.
[[nodiscard]] bool isTellingHost(std::string_view host);

/// True for what has the form of an IPv4 address: `10.1.1.12`.
[[nodiscard]] bool isIpAddress(std::string_view text);

/// True for what has the form of a credential: it begins as those of a well-known service do
/// (`ghp_`, `sk_live_`, `AKIA`), or mixes digits with letters of both cases at random. Such a text
/// is never shown, whatever field it stands in. Source of the forms: GitHub's and GitLab's lists of
/// the secrets that they scan for.
[[nodiscard]] bool isCredential(std::string_view text);

/// Host and pid in one of the common orders: `web-3:4711`, `web-3|4711`, `web-3/4711`,
/// `web-3#4711`, `web-3_4711`, `4711@web-3`, `web-3@4711`, and each with more behind a colon; or
/// behind their names: `locked:host=web-3:pid=20:random=...`. nullopt: neither.
/// Something must speak for a host: a digit, a dot or a dash in its name, which is no region's; a
/// third part; or the labels.
[[nodiscard]] std::optional<Holder> hostAndPid(std::string_view text);

/// True for a name and a number that may be anything's: `owner:854`, `us-east-1:4711`, `user-7:42`.
[[nodiscard]] bool namesThingWithNumber(std::string_view text);

} // namespace lockkeeper::observe
