package dev.spine.host.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.unit.RegisterInterface;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.pci.RegisterAccess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A port over registers that do not behave. */
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RegisterPortTest {
    /** Registers that read as one number, whatever is done. */
    private record Stuck(int value) implements RegisterAccess {
        @Override
        public int read32(int offset) {
            return value;
        }

        @Override
        public void write32(int offset, int written) {
            // Nothing becomes of it.
        }
    }

    @Test
    void registersThatReadAsOneNumberForEverHaveNoReply() {
        RegisterPort port = new RegisterPort("broken", BusAgent.host(), new Stuck(0x40), 0, 128, _ -> { });
        assertEquals(RegisterInterface.EMPTY, port.nextReply());
        assertTrue(port.strayAddresses() > 0);
    }
}
