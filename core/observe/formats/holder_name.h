// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/token.h"
#include "core/observe/formats/holder.h"

#include <optional>
#include <string_view>

namespace lockkeeper::observe {

[[nodiscard]] Holder holderOfOwner(lock::Owner owner);

[[nodiscard]] bool isNameCharacter(char c);

/// Host, pod or worker: `web-3`, `alice`. No random text or credentials.
[[nodiscard]] bool isName(std::string_view text);

/// By Java or Python: `pool-1-thread-2`.
[[nodiscard]] bool isThreadName(std::string_view text);
/// `job-42`, `task:7`.
[[nodiscard]] bool isJobName(std::string_view text);

/// Has a digit, dot or dash, as hosts do, but is not `us-east-1` or `thread-7`.
[[nodiscard]] bool isTellingHost(std::string_view host);

/// `10.1.1.12`; numbers are not checked.
[[nodiscard]] bool isIpAddress(std::string_view text);

/// Begins as a well-known service's secrets do, or mixes digits and both cases at random. Never
/// shown. Source: GitHub's and GitLab's lists of scanned secrets.
[[nodiscard]] bool isCredential(std::string_view text);

/// Cuts texts before possible passwords: `https://user:password@host`, `alice:hunter2`, `job
/// --password=hunter2`. Drops empty texts.
void hideSecrets(Holder& holder);

/// In a common order: `web-3:4711` (also with `|`, `/`, `#`, `_`), `4711@web-3`, `web-3@4711`,
/// perhaps with a colon and more; or `host=web-3:pid=20`. Needs a sign of a host.
[[nodiscard]] std::optional<Holder> hostAndPid(std::string_view text);

/// Of anything: `owner:854`, `us-east-1:4711`.
[[nodiscard]] bool namesThingWithNumber(std::string_view text);

} // namespace lockkeeper::observe
