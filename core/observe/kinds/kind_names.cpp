// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/kinds/kind_names.h"

namespace lockkeeper::observe {

const char* valueShapeName(ValueShape shape) noexcept
{
    switch (shape) {
    case ValueShape::Empty:
        return "empty";
    case ValueShape::One:
        return "one";
    case ValueShape::Number:
        return "number";
    case ValueShape::Time:
        return "time";
    case ValueShape::Uuid:
        return "uuid";
    case ValueShape::Hex32:
        return "hex-32";
    case ValueShape::Hex40:
        return "hex-40";
    case ValueShape::Hex64:
        return "hex-64";
    case ValueShape::Hex:
        return "hex";
    case ValueShape::Random:
        return "random";
    case ValueShape::HostAndPid:
        return "host-and-pid";
    case ValueShape::Word:
        return "word";
    case ValueShape::Json:
        return "json";
    case ValueShape::Text:
        return "text";
    case ValueShape::Bytes:
        return "bytes";
    case ValueShape::TooLong:
        return "too-long";
    case ValueShape::Members:
        break;
    }
    return "members";
}

} // namespace lockkeeper::observe
