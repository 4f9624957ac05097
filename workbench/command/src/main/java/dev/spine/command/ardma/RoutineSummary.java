package dev.spine.command.ardma;

import dev.spine.extension.ardma.routine.Area;
import dev.spine.extension.ardma.routine.AreaHash;
import dev.spine.extension.ardma.routine.ArrayArea;
import dev.spine.extension.ardma.routine.RoutineFormat;
import java.util.Locale;

/** A routine in a line. */
final class RoutineSummary {
    private RoutineSummary() {}

    static String of(byte[] routine) {
        Area area = new ArrayArea(routine, false);
        int methods = area.get16(RoutineFormat.METHODS_AT);
        int areas = area.get32(RoutineFormat.AREAS_AT);
        return String.format(Locale.ROOT, "%s, %s, %,d bytes, hash 0x%016x", count(methods, "method"), count(areas, "area"),
            routine.length, AreaHash.of(area, 0, routine.length));
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }
}
