package dev.spine.perf.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The machines of the papers are bundled profiles, and what the papers say of them stands there as published. */
class PaperMachinesTest {
    private static void assertPublished(double expected, String profile, String key) {
        ProfileValue value = ProfileFile.load(profile).values().get(ProfileKey.named(key).orElseThrow());
        assertEquals(expected, value.number(), profile + " " + key);
        assertEquals(Origin.PUBLISHED, value.origin(), profile + " " + key);
    }

    private static double number(String profile, String key) {
        return ProfileFile.load(profile).number(ProfileKey.named(key).orElseThrow());
    }

    @Test
    @Tag("SS-33")
    void theRouterRanOnCardsOf33MegahertzWithAMegabyte() {
        assertPublished(33e6, "lanai-33", "iop.clock-hz");
        assertPublished(1 << 20, "lanai-33", "card.memory-bytes");
        assertPublished(160e6 * 8, "lanai-33", "wire.bits-per-second");
        assertPublished(200e6, "lanai-33", "host.clock-hz");
        assertEquals(4, number("lanai-33", "bus.width-bytes"));
        assertEquals(33_333_333, number("lanai-33", "bus.clock-hz"));
    }

    @Test
    @Tag("SN-12")
    void theVideoClientHadAQuarterOfTheMemory() {
        assertPublished(256 << 10, "lanai-33-small", "card.memory-bytes");
        assertPublished(33e6, "lanai-33-small", "iop.clock-hz");
        assertPublished(160e6 * 8, "lanai-33-small", "wire.bits-per-second");
    }

    @Test
    @Tag("SS-15")
    void aLargeDeviceHas64Megabytes() {
        assertPublished(64 << 20, "lanai-33-large", "card.memory-bytes");
    }

    @Test
    @Tag("SN-16")
    void theOtherCardHasProcessorsOf100Megahertz() {
        assertPublished(100e6, "acenic", "iop.clock-hz");
        assertPublished(1e9, "acenic", "wire.bits-per-second");
    }

    @Test
    @Tag("SS-10")
    @Tag("SS-63")
    void theNextProcessorIsOnABusOf66MegahertzAnd64Bits() {
        assertPublished(250e6, "iop-250", "iop.clock-hz");
        assertPublished(8, "iop-250", "bus.width-bytes");
        assertPublished(66_666_667, "iop-250", "bus.clock-hz");
    }
}
