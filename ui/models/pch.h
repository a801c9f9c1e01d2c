// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The slowest headers of most files.
#include <QAbstractTableModel>
#include <QByteArray>
#include <QCoreApplication>
#include <QList>
#include <QString>
#include <QVariant>
#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <unordered_map>
#include <vector>
