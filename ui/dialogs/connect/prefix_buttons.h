// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/check/connection_check.h"

#include <QWidget>

class QGridLayout;
class QLabel;

namespace lockkeeper::ui {

class PrefixButtons final : public QWidget {
    Q_OBJECT
public:
    explicit PrefixButtons(QWidget* parent = nullptr);

    void offer(const check::KeySample& sample, QWidget* before);

Q_SIGNALS:
    /// A glob: `lock:*`.
    void chosen(const std::string& pattern);

private:
    void addButton(const check::PrefixCount& prefix, int place);

    QLabel* m_found;
    QGridLayout* m_buttons;
};

} // namespace lockkeeper::ui
