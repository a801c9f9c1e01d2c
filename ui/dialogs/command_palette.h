// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/locks/lock_sorter.h"

#include <QAction>
#include <QDialog>
#include <QPointer>
#include <QStandardItemModel>
#include <QStringView>
#include <optional>

class QAbstractItemView;
class QLineEdit;

namespace lockkeeper::ui {

/// Less is better; nullopt: no match. Words count, best at the start; else characters in order
/// ("swd": "Switch deployment"). Ignores case.
[[nodiscard]] std::optional<int> titleMatch(QStringView typed, QStringView title);

class LockStore;

/// Finds actions, pages, deployments and a few locks by typing. Keyboard only.
class CommandPalette final : public QDialog {
    Q_OBJECT
public:
    /// Must outlive the dialog; pointers may be null.
    struct Sources {
        QList<QAction*> actions;
        QList<QAction*> onLock{};
        QString lock{};
        const QAbstractItemModel* deployments = nullptr;
        const LockStore* locks = nullptr;
    };
    CommandPalette(Sources sources, QWidget* parent = nullptr);

    [[nodiscard]] static QList<QAction*> actionsOf(const QWidget& window);

Q_SIGNALS:
    void lockChosen(const lockkeeper::Resource& resource);
    void deploymentChosen(int row);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    enum class Kind { Action, Deployment, Lock };
    struct Entry {
        Kind kind;
        QString title;
        QString detail;
        int rank = 0;
        QAction* action = nullptr;
        int row = -1;
        std::optional<Resource> resource{};
    };

    void find();
    void tellIfNone();
    void addLocks(const LockSorter::Job& job);
    void list(std::vector<Entry> entries);
    void choose();

    Sources m_sources;
    QLineEdit* m_typed;
    QAbstractItemView* m_list;
    QStandardItemModel m_model;
    LockSorter m_sorter;
    std::vector<Entry> m_entries;
};

} // namespace lockkeeper::ui
