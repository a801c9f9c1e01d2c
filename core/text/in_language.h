// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/translate.h"

#include <optional>

namespace lockkeeper {

/// While one exists, tr() and trData() use `catalogue` on this thread; nullptr: English. Of
/// several, and of InEnglish, the latest counts. It must end on the same thread.
class InLanguage {
public:
    explicit InLanguage(const Catalogue* catalogue) noexcept;
    ~InLanguage();
    InLanguage(const InLanguage&) = delete;
    InLanguage& operator=(const InLanguage&) = delete;

private:
    const std::optional<const Catalogue*> m_before;
    const int m_englishDepth;
};

} // namespace lockkeeper
