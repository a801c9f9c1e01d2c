// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/check/step.h"
#include "core/redis/reply.h"
#include "core/result.h"
#include "core/words/fact_words.h"

namespace lockkeeper::check {

// What single replies of a server say about it. All pure.

using MaybeReply = Result<redis::Reply>;

/// Step::Role from the replies to ROLE and INFO server. A node of a Cluster must be named as a
/// Cluster, and only such a node.
[[nodiscard]] StepOutcome judgeRole(
    const MaybeReply& role, const MaybeReply& info, const MasterId& master, bool isCluster);

/// The step of a fact from its words. A fact that is no warning leaves the step Done, advice
/// included: the master can be watched.
[[nodiscard]] StepOutcome outcomeOf(const words::MasterFact& fact);

/// Step::Push from the replies to CLIENT ID, CLIENT TRACKING and SUBSCRIBE. `info`: the reply to
/// INFO server. `user`: empty for the default user.
[[nodiscard]] StepOutcome judgePush(
    const std::vector<MaybeReply>& replies, const MaybeReply& info, const std::string& user);

} // namespace lockkeeper::check
