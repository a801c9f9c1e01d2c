// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/words/fact_words.h"

#include <QString>

namespace lockkeeper::ui {

[[nodiscard]] QString factTopicText(words::FactTopic topic);
[[nodiscard]] QString factStateText(words::FactState state);

} // namespace lockkeeper::ui
