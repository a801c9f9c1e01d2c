// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/locks/problem_list.h"

#include <QCursor>
#include <QDeadlineTimer>
#include <QPoint>
#include <QWidget>
#include <array>

class QLabel;
class QPushButton;

namespace lockkeeper::ui {

class SentenceButton;

/// The most urgent problems, each as a sentence with its action. One calm line if there are none.
/// Changes its height only while the list is not held. Pins the problems while the pointer is used
/// over them.
class ProblemPanel final : public QWidget {
    Q_OBJECT
public:
    /// `problems` and `locks` must outlive the panel.
    ProblemPanel(ProblemList& problems, const LockStore& locks, QWidget* parent = nullptr);

    /// Shows so many problems at most.
    void setMost(int most);
    /// Shows times anew. Call it regularly.
    void tick();
    /// While read-only, the buttons to release are disabled and say why.
    void setReadOnly(bool isReadOnly, const QString& refusal = {});
    /// Nothing is shown until this is called: locks were read. `isComplete`: all keys of all
    /// masters were, so that no problem means none.
    void setRead(bool isComplete);
    /// Nothing arrives from the agent: that is why locks can't be judged.
    void setAgentLost(bool isLost);
    /// Shows first of all that too few masters are left; empty: enough are.
    void setQuorumLost(const QString& why);

Q_SIGNALS:
    void lockChosen(const lockkeeper::Resource& resource);
    void releaseRequested(const lockkeeper::Resource& resource);
    /// The user wants to see all problems.
    void allRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    struct Line {
        QWidget* row;
        SentenceButton* sentence;
        QPushButton* release;
    };

    Line createLine(int number);
    void notePointer();
    void showProblems();
    void showCalm();
    [[nodiscard]] QString unclearText(int unknown) const;
    void showLine(const Line& line, const ProblemList::Problem& problem) const;

    ProblemList& m_problems;
    const LockStore& m_locks;
    std::array<Line, ProblemList::kMostFirst> m_lines{};
    std::vector<ProblemList::Problem> m_shown;
    QPushButton* m_all;
    QLabel* m_quorum; ///< that too few masters are left
    QLabel* m_unclear; ///< how many more there may be
    int m_most = ProblemList::kMostFirst;
    QPoint m_pointer = QCursor::pos();
    QDeadlineTimer m_pinnedUntil;
    bool m_isReadOnly = false;
    QString m_refusal; ///< ChangePermission::refusal()
    bool m_isComplete = false;
    bool m_isAgentLost = false;
};

} // namespace lockkeeper::ui
