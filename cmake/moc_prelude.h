// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// moc of Qt 6.4 fails to parse libstdc++'s <compare> unless this was read before it.
#include <string>
