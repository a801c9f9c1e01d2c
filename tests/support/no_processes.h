// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/process_probe.h"

namespace lockkeeper::test {

/// Says the same of each process: that it is unknown, unless told otherwise.
class NoProcesses final : public observe::ProcessProbe {
public:
    [[nodiscard]] observe::ProcessState stateOf(
        std::int64_t /*pid*/, std::string_view /*identity*/) const override
    {
        return state;
    }

    observe::ProcessState state = observe::ProcessState::Unknown;
};

} // namespace lockkeeper::test
