package dev.spine.device.display;

import dev.spine.device.display.DisplayCounters.Counter;
import dev.spine.device.display.surface.SurfaceGeometry;
import dev.spine.i2o.OrganizationId;
import dev.spine.i2o.message.display.DisplayFunction;
import dev.spine.i2o.param.DisplayGroups;
import dev.spine.i2o.param.FieldValue;
import dev.spine.i2o.param.GenericGroups;
import dev.spine.i2o.param.GroupValues;
import dev.spine.i2o.param.ParameterSet;
import dev.spine.i2o.param.ScalarValues;

/** The parameter groups of a display: mode, statistics, and the private functions that it accepts. Belongs to the display's agent. */
final class DisplayParameters {
    private static final int[] PRIVATE_FUNCTIONS = {DisplayFunction.MODE_GET, DisplayFunction.WINDOW_CREATE, DisplayFunction.WINDOW_MOVE,
        DisplayFunction.WINDOW_SHARE, DisplayFunction.WINDOW_DESTROY};

    private DisplayParameters() {
    }

    static void addTo(ParameterSet set, SurfaceGeometry screen, DisplayCounters counters) {
        set.add(GenericGroups.PRIVATE_MESSAGE_EXTENSIONS, new PrivateFunctions());
        set.add(new ScalarValues(DisplayGroups.MODE)
            .number("Width", screen.width())
            .number("Height", screen.height())
            .number("Stride", screen.strideBytes())
            .number("Format", screen.format().code())
            .number("BytesPerPixel", screen.format().bytesPerPixel())
            .number("Windows", WindowTable.CAPACITY));
        set.add(DisplayGroups.STATISTICS, new Statistics(counters));
    }

    /** One row for each private function. */
    private static final class PrivateFunctions implements GroupValues {
        @Override
        public int rowCount() {
            return PRIVATE_FUNCTIONS.length;
        }

        @Override
        public FieldValue read(int row, int field) {
            return FieldValue.number(switch (field) {
                case 0 -> row;
                case 1 -> OrganizationId.SPINE;
                default -> PRIVATE_FUNCTIONS[row];
            });
        }
    }

    /** The counters, in their order. */
    private record Statistics(DisplayCounters counters) implements GroupValues {
        @Override
        public FieldValue read(int row, int field) {
            return FieldValue.number(counters.get(Counter.values()[field]));
        }
    }
}
