// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/check/step.h"
#include "core/clock.h"
#include "core/redis/reply.h"
#include "core/result.h"

namespace lockkeeper::check {

// What single replies of a server say about it. All pure.

using MaybeReply = Result<redis::Reply>;

/// Step::Role from the replies to ROLE and INFO server. A node of a Cluster must be named as a
/// Cluster, and only such a node.
[[nodiscard]] StepOutcome judgeRole(
    const MaybeReply& role, const MaybeReply& info, const MasterId& master, bool isCluster);

/// Step::Clock from the reply to TIME. `sent` and `received`: our clock when TIME was sent and its
/// reply read. A warning for a difference of more than a second.
[[nodiscard]] StepOutcome judgeClock(const MaybeReply& time, WallTime sent, WallTime received);

/// Step::Eviction from the reply to INFO memory. A warning if the server may remove locks when its
/// memory is full.
[[nodiscard]] StepOutcome judgeEviction(const MaybeReply& info);

/// Step::Push from the replies to CLIENT ID, CLIENT TRACKING and SUBSCRIBE. `info`: the reply to
/// INFO server. `user`: empty for the default user.
[[nodiscard]] StepOutcome judgePush(
    const std::vector<MaybeReply>& replies, const MaybeReply& info, const std::string& user);

} // namespace lockkeeper::check
