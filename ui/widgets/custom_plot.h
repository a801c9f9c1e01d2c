// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// QCustomPlot needs Qt keywords, disabled here.

#include <QObject>

#define signals Q_SIGNALS
#define slots Q_SLOTS
#define foreach(variable, list) for (variable : list) // NOLINT(bugprone-macro-parentheses)
#include <qcustomplot.h>
#undef signals
#undef slots
#undef foreach
