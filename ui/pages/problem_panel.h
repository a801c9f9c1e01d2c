// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/words/problem_words.h"
#include "ui/look/glyphs.h"
#include "ui/models/locks/problem_list.h"

#include <QAbstractButton>
#include <QCursor>
#include <QDeadlineTimer>
#include <QPoint>
#include <QWidget>
#include <array>
#include <optional>

class QLabel;
class QPushButton;

namespace lockkeeper::ui {

class SentenceButton final : public QAbstractButton {
    Q_OBJECT
public:
    explicit SentenceButton(QWidget* parent = nullptr);

    void setSentence(Glyph glyph, const QString& sentence, qsizetype boldLength = 0);
    [[nodiscard]] QString sentence() const { return accessibleName(); }

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::optional<Glyph> m_glyph;
    qsizetype m_boldLength = 0;
};

class SentenceButton;

/// The most urgent problems with their actions, or a calm line. Keeps its height while the list is
/// held. A moving pointer pins them.
class ProblemPanel final : public QWidget {
    Q_OBJECT
public:
    ProblemPanel(ProblemList& problems, const LockStore& locks, QWidget* parent = nullptr);

    void setMost(int most);
    void tick();
    void setReadOnly(bool isReadOnly, const QString& refusal = {});
    /// Hidden until then. `isComplete`: no problem means none.
    void setRead(bool isComplete, bool areWaitsKnown);
    void setAgentLost(bool isLost);
    /// Empty: not lost.
    void setQuorumLost(const QString& why);
    void setMastersDown(const QString& which, const QString& why);

Q_SIGNALS:
    void lockChosen(const lockkeeper::Resource& resource);
    void releaseRequested(const lockkeeper::Resource& resource);
    void allRequested();
    void staleRequested();
    void mastersRequested();
    void waitsRequested();

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
    void showDown();
    void showProblems();
    [[nodiscard]] bool isChecking();
    void showCalm();
    [[nodiscard]] words::CalmFacts calmFacts() const;
    void showLine(const Line& line, const ProblemList::Problem& problem) const;

    ProblemList& m_problems;
    const LockStore& m_locks;
    std::array<Line, ProblemList::kMostFirst> m_lines{};
    std::vector<ProblemList::Problem> m_shown;
    QPushButton* m_all;
    QPushButton* m_freeStale;
    QLabel* m_quorum;
    SentenceButton* m_down;
    QLabel* m_unclear; ///< number of locks that can't be judged
    int m_most = ProblemList::kMostFirst;
    QPoint m_pointer = QCursor::pos();
    QDeadlineTimer m_pinnedUntil;
    SteadyTime m_checksUntil{};
    bool m_isReadOnly = false;
    QString m_refusal;
    bool m_isComplete = false;
    bool m_areWaitsKnown = false;
    bool m_isAgentLost = false;
    bool m_isAnyDown = false;
};

} // namespace lockkeeper::ui
