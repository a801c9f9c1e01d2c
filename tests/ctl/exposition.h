// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace lockkeeper::tests {

/// What is wrong with a text in Prometheus' exposition format; empty: nothing.
[[nodiscard]] QByteArray faultIn(const QByteArray& text);

} // namespace lockkeeper::tests
