// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/watcher.h"

#include <QString>
#include <functional>
#include <memory>

namespace lockkeeper::ui {

/// Updates from elsewhere than masters, with observe::Watcher's contract. Destruction ends all
/// calls.
class UpdateSource {
public:
    UpdateSource() = default;
    UpdateSource(const UpdateSource&) = delete;
    UpdateSource& operator=(const UpdateSource&) = delete;
    virtual ~UpdateSource() = default;
};

struct ViaAgent {
    QString url;
    /// Calls the handler on its own thread.
    std::function<std::unique_ptr<UpdateSource>(observe::Watcher::UpdateHandler onUpdate)> start;
};

} // namespace lockkeeper::ui
