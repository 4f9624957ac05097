package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.Map;
import org.junit.jupiter.api.Test;

class AcceptedImagesTest {
    private static final MeteredImage METERED = new MeteredImage(Map.of());

    private final AcceptedImages accepted = new AcceptedImages();

    private static ExtensionImage image(int... bytes) {
        byte[] code = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            code[i] = (byte) bytes[i];
        }
        return new ExtensionImage("name", "Entry", Map.of("Entry", code));
    }

    @Test
    void anImageOfTheSameBytesIsFound() {
        accepted.keep(7, image(1, 2), METERED);

        assertSame(METERED, accepted.find(7, image(1, 2)));
    }

    @Test
    void anImageIsNotFoundForAnotherOwner() {
        accepted.keep(7, image(1, 2), METERED);

        assertNull(accepted.find(8, image(1, 2)));
    }

    @Test
    void oneOtherByteOrClassOrEntryMakesAnotherImage() {
        accepted.keep(7, image(1, 2), METERED);

        assertNull(accepted.find(7, image(1, 3)));
        assertNull(accepted.find(7, image(1, 2, 0)));
        assertNull(accepted.find(7, new ExtensionImage("name", "Entry", Map.of("Entry", new byte[] {1, 2}, "Other", new byte[1]))));
        assertNull(accepted.find(7, new ExtensionImage("name", "Entry", Map.of("Other", new byte[] {1, 2}))));
        assertNull(accepted.find(7, new ExtensionImage("name", "Other", Map.of("Entry", new byte[] {1, 2}))));
    }

    @Test
    void theOneThatWasNotUsedForLongestMakesRoom() {
        for (int i = 0; i < AcceptedImages.MOST_OF_OWNER; i++) {
            accepted.keep(7, image(i), METERED);
        }
        accepted.find(7, image(0));
        accepted.keep(7, image(99), METERED);

        assertSame(METERED, accepted.find(7, image(0)));
        assertNull(accepted.find(7, image(1)));
    }

    @Test
    void whatAsManyOthersLoadAsAreRememberedTakesNoOwnersPlace() {
        accepted.keep(7, image(1), METERED);
        for (int owner = 100; owner < 100 + AcceptedImages.MOST_OWNERS - 1; owner++) {
            for (int i = 0; i < 2 * AcceptedImages.MOST_OF_OWNER; i++) {
                accepted.keep(owner, image(i), METERED);
            }
        }

        assertSame(METERED, accepted.find(7, image(1)));
    }

    @Test
    void onlySoManyOwnersAreRemembered() {
        for (int owner = 0; owner <= AcceptedImages.MOST_OWNERS; owner++) {
            accepted.keep(owner, image(1), METERED);
        }

        assertNull(accepted.find(0, image(1)));
        assertSame(METERED, accepted.find(1, image(1)));
    }

    @Test
    void theBytesOfAnOwnerAreBoundedWithThoseThatTheMeterHasAdded() {
        int quarter = AcceptedImages.MOST_BYTES / 4;
        for (int first = 0; first < 3; first++) {
            int[] bytes = new int[quarter];
            bytes[0] = first;
            accepted.keep(7, image(bytes), new MeteredImage(Map.of("Entry", new byte[quarter])));
        }

        int[] oldest = new int[quarter];
        assertNull(accepted.find(7, image(oldest)));
        oldest[0] = 2;
        assertNotNull(accepted.find(7, image(oldest)));
    }

    @Test
    void theEndOfAnOwnersConnectionForgetsItsImages() {
        accepted.keep(7, image(1), METERED);
        accepted.keep(8, image(1), METERED);
        accepted.forget(7);

        assertNull(accepted.find(7, image(1)));
        assertSame(METERED, accepted.find(8, image(1)));
    }

    @Test
    void largeImagesAreNotKept() {
        ExtensionImage large = image(new int[AcceptedImages.MOST_BYTES + 1]);
        accepted.keep(7, large, METERED);

        assertNull(accepted.find(7, large));
    }

    @Test
    void nothingIsLeftAfterAReset() {
        accepted.keep(7, image(1), METERED);
        accepted.forget();

        assertNull(accepted.find(7, image(1)));
    }
}
