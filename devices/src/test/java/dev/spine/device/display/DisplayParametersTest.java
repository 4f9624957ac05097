package dev.spine.device.display;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.display.DisplayCounters.Counter;
import dev.spine.device.display.surface.SurfaceGeometry;
import dev.spine.i2o.ClassId;
import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.i2o.param.DisplayGroups;
import dev.spine.i2o.param.GenericGroups;
import dev.spine.i2o.param.ParameterSet;
import org.junit.jupiter.api.Test;

class DisplayParametersTest {
    private final DisplayDdm display = new DisplayDdm("display0", SurfaceGeometry.packed(640, 480, PixelFormat.UYVY));

    @Test
    void theDisplayAddsItsGroups() {
        ParameterSet set = new ParameterSet();
        display.addTo(set);
        assertTrue(set.groups().containsAll(DisplayGroups.ALL));
        assertTrue(set.groups().contains(GenericGroups.PRIVATE_MESSAGE_EXTENSIONS));
    }

    @Test
    void everyCounterHasItsFieldInTheSameOrder() {
        assertEquals(Counter.values().length, DisplayGroups.STATISTICS.fields().size());
        for (Counter counter : Counter.values()) {
            String field = DisplayGroups.STATISTICS.fields().get(counter.ordinal()).name();
            assertEquals(counter.name().replace("_", ""), field.toUpperCase(java.util.Locale.ROOT));
        }
    }

    @Test
    void itIsADeviceOfTheProjectsOwnClass() {
        assertEquals(new ClassId(0x100, 1, 0x7A5A), ClassId.of(display.description().classId()));
    }
}
