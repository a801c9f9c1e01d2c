// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/referee.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace lockkeeper::output {

/// A colour's meaning.
enum class Ink {
    None,
    Text,
    Muted,
    Hair,
    Line,
    Base, ///< background
    Wrong,
    WrongWash,
    Accent, ///< now
    Notice, ///< a fault
    OnColour, ///< on a filled bar
    Contender, ///< Shape::who's
    ContenderWash,
};

/// 0xRRGGBB.
struct InkColours {
    std::uint32_t light = 0;
    std::uint32_t dark = 0;
};
[[nodiscard]] InkColours coloursOf(Ink ink, char who) noexcept;

/// Points are pixels from the top left.
struct Shape {
    enum class Kind {
        Polygon, ///< closed
        Line,
        Text, ///< at its base line
    };
    struct Point {
        double x = 0;
        double y = 0;
    };
    enum class Align { Left, Middle, Right };
    enum class Stroke { Whole, Dashed, Dotted };

    Kind kind = Kind::Polygon;
    std::vector<Point> points{};
    Ink stroke = Ink::None;
    Ink fill = Ink::None;
    char who = 'A';
    double width = 1;
    Stroke pattern = Stroke::Whole;
    bool isHatched = false;
    double radius = 0; ///< (Polygon) the corners'
    std::string text{};
    double size = 12;
    bool isBold = false;
    Align align = Align::Left;
};

/// In painting order.
struct Picture {
    double width = 0;
    double height = 0;
    std::vector<Shape> shapes;
};

struct RunToDraw {
    const lab::Experiment& experiment;
    const lab::Variant& variant;
    const lab::Recording& recording;
    const lab::Ruling& ruling;
    std::chrono::milliseconds ttl;
    bool isGoingOn = false; ///< its end is now
    /// Maximum height; lanes shrink to half at most.
    double room = std::numeric_limits<double>::infinity();
    SteadyTime::duration length{}; ///< minimum, so that two runs fit one axis
    /// The axis's zero, before the recording's start.
    std::optional<SteadyTime> origin{};
};

/// A lane per contender, masters with locks and TTLs, commands as arrows, faults as flags, the
/// till, times with two holders. In the chosen language.
[[nodiscard]] Picture drawRun(const RunToDraw& run, double width);

/// The letter in the contender's form.
[[nodiscard]] Picture drawSign(char who, double size);

/// A line per contender, for people who can't see the picture.
[[nodiscard]] std::vector<std::string> describeRun(const RunToDraw& run);

/// With question, variant and ruling, for light and dark schemes.
[[nodiscard]] std::string svgOf(const RunToDraw& run);

} // namespace lockkeeper::output
