// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/watcher.h"

#include <QString>
#include <functional>
#include <memory>

namespace lockkeeper::ui {

/// Where a DeploymentBridge gets its updates from, if not from masters: see observe::Watcher, whose
/// contract is the same. The destructor ends all calls.
class UpdateSource {
public:
    UpdateSource() = default;
    UpdateSource(const UpdateSource&) = delete;
    UpdateSource& operator=(const UpdateSource&) = delete;
    virtual ~UpdateSource() = default;
};

/// A `lockctl serve` that watches the masters instead.
struct ViaAgent {
    QString url; ///< for display
    /// Starts a source, which calls the handler on a thread of its own.
    std::function<std::unique_ptr<UpdateSource>(observe::Watcher::UpdateHandler onUpdate)> start;
};

} // namespace lockkeeper::ui
