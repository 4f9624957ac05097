package dev.spine.device.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.spine.i2o.ClassId;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.param.LanGroups;
import dev.spine.iop.packet.wire.MacAddress;
import org.junit.jupiter.api.Test;

class NicSettingsTest {
    @Test
    void impossibleValuesAreErrorsOfTheCaller() {
        assertThrows(IllegalArgumentException.class, () -> NicSettings.of("lan0", MacAddress.BROADCAST));
        assertThrows(IllegalArgumentException.class, () -> NicSettings.of("lan0", 1L << 48));
        assertThrows(IllegalArgumentException.class, () -> NicSettings.of("lan0", 2).withBuckets(0));
        assertThrows(IllegalArgumentException.class, () -> NicSettings.of("lan0", 2).withBuckets(4097));
        assertEquals(4096, NicSettings.of("lan0", 2).withBuckets(4096).maxBuckets());
    }

    @Test
    void theDeviceIsALanPortOfTheStandardClass() {
        NicRig rig = new NicRig();
        assertEquals(ClassId.standard(DeviceClass.LAN).word(), rig.nic.description().classId());
        assertEquals(LanGroups.TYPE_ETHERNET, rig.nic.description().subClass());
        assertThrows(IllegalStateException.class, () -> new NicModule(NicSettings.of("lan1", 2), rig.far()).heldBuckets());
    }
}
