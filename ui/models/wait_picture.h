// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/waits.h"
#include "ui/models/locks/lock_row.h"

#include <QFontMetricsF>
#include <QPainterPath>
#include <QRectF>
#include <QString>
#include <functional>
#include <vector>

namespace lockkeeper::ui {

/// Who blocks whom, blockers at the left. A deadlock is a clockwise ring, or two locks side by
/// side.
struct WaitPicture {
    struct Node {
        Resource resource;
        QString holder;
        observe::WaitCount waiting;
        bool isInCircle = false;
        bool isCertain = false; ///< (isInCircle) see observe::Deadlock
        double column = 0;
        double row = 0;
        friend bool operator==(const Node&, const Node&) = default;
    };
    struct Edge {
        std::size_t from;
        std::size_t to;
        bool isInCircle;
        friend bool operator==(const Edge&, const Edge&) = default;
    };
    struct Waiting {
        QString who;
        QString time; ///< "12 s"; "over 12 s" from a library
        std::size_t others = 0;
        friend bool operator==(const Waiting&, const Waiting&) = default;
    };
    static constexpr double kColumnRows = 5.3;

    std::vector<Node> nodes; ///< deadlocks first
    std::vector<Edge> edges;
    std::vector<Waiting> waiting;
    std::size_t leftOut = 0;
    /// Only names and times of waiters may differ.
    [[nodiscard]] bool hasShapeOf(const WaitPicture& other) const
    {
        return nodes == other.nodes && edges == other.edges;
    }
    friend bool operator==(const WaitPicture&, const WaitPicture&) = default;
};

struct PicturedHolder {
    std::optional<Fingerprint> token{}; ///< nullopt: nobody, or unknown
    QString words; ///< "api@web-3"; "nobody"; "not known"
    QString sentence;
};
/// `row` null: unknown, or nobody if `isComplete`.
[[nodiscard]] PicturedHolder picturedHolder(
    const LockRow* row, bool isComplete, SteadyTime now, WallTime wallNow);
using PicturedHolderOf = std::function<PicturedHolder(const Resource&)>;

[[nodiscard]] WaitPicture pictureOf(const observe::Waits& waits, const PicturedHolderOf& holderOf,
    WallTime now, std::size_t most = 200);

struct WaitLayout {
    struct Arrow {
        QPainterPath line;
        QPainterPath head;
        QRectF label; ///< null: no room
    };
    static constexpr double kPadding = 8; ///< around the three lines of a box

    std::vector<QRectF> boxes;
    std::vector<Arrow> arrows;
};

/// Labels touch no box, label, or other arrow.
[[nodiscard]] WaitLayout layOut(const WaitPicture& picture, const QFontMetricsF& font);

[[nodiscard]] QStringList labelLines(const WaitPicture::Waiting& waiting);

} // namespace lockkeeper::ui
