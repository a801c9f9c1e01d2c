// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Precompiled for ui: the headers that most files use and that cost most to read.
#include "ui/models/pch.h"

#include <QtWidgets>
