package dev.spine.extension.runtime.load;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.spine.extension.runtime.meter.MeteredLibrary;
import dev.spine.extension.runtime.meter.Probes;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AcceptedImagesTest {
    private final AcceptedImages accepted = new AcceptedImages();

    private static byte[] jar(int... bytes) {
        byte[] jar = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            jar[i] = (byte) bytes[i];
        }
        return jar;
    }

    private static AcceptedImages.Accepted image(byte[] jar, int meteredBytes) {
        return new AcceptedImages.Accepted(jar, "name", "Entry", new MeteredImage(Map.of("Entry", new byte[meteredBytes]),
            MeteredLibrary.of(Probes.NONE)));
    }

    private static AcceptedImages.Accepted image(int... bytes) {
        return image(jar(bytes), 1);
    }

    @Test
    void anImageOfTheSameBytesIsFound() {
        AcceptedImages.Accepted image = image(1, 2);
        accepted.keep(7, image);

        assertSame(image, accepted.find(7, jar(1, 2)));
    }

    @Test
    void anImageIsNotFoundForAnotherOwner() {
        accepted.keep(7, image(1, 2));

        assertNull(accepted.find(8, jar(1, 2)));
    }

    @Test
    void oneOtherByteMakesAnotherImage() {
        accepted.keep(7, image(1, 2));

        assertNull(accepted.find(7, jar(1, 3)));
        assertNull(accepted.find(7, jar(1, 2, 0)));
        assertNull(accepted.find(7, jar(1)));
    }

    @Test
    void theOneThatWasNotUsedForLongestMakesRoom() {
        for (int i = 0; i < AcceptedImages.MAX_OF_OWNER; i++) {
            accepted.keep(7, image(i));
        }
        accepted.find(7, jar(0));
        accepted.keep(7, image(99));

        assertNotNull(accepted.find(7, jar(0)));
        assertNull(accepted.find(7, jar(1)));
    }

    @Test
    void whatAsManyOthersLoadAsAreRememberedTakesNoOwnersPlace() {
        accepted.keep(7, image(1));
        for (int owner = 100; owner < 100 + AcceptedImages.MAX_OWNERS - 1; owner++) {
            for (int i = 0; i < 2 * AcceptedImages.MAX_OF_OWNER; i++) {
                accepted.keep(owner, image(i));
            }
        }

        assertNotNull(accepted.find(7, jar(1)));
    }

    @Test
    void onlySoManyOwnersAreRemembered() {
        for (int owner = 0; owner <= AcceptedImages.MAX_OWNERS; owner++) {
            accepted.keep(owner, image(1));
        }

        assertNull(accepted.find(0, jar(1)));
        assertNotNull(accepted.find(1, jar(1)));
    }

    @Test
    void theBytesOfAnOwnerAreBoundedWithThoseThatTheMeterHasAdded() {
        int quarter = AcceptedImages.MAX_BYTES / 4;
        for (int first = 0; first < 3; first++) {
            int[] bytes = new int[quarter];
            bytes[0] = first;
            accepted.keep(7, image(jar(bytes), quarter));
        }

        int[] oldest = new int[quarter];
        assertNull(accepted.find(7, jar(oldest)));
        oldest[0] = 2;
        assertNotNull(accepted.find(7, jar(oldest)));
    }

    @Test
    void theEndOfAnOwnersConnectionForgetsItsImages() {
        accepted.keep(7, image(1));
        accepted.keep(8, image(1));
        accepted.forget(7);

        assertNull(accepted.find(7, jar(1)));
        assertNotNull(accepted.find(8, jar(1)));
    }

    @Test
    void largeImagesAreNotKept() {
        byte[] large = new byte[AcceptedImages.MAX_BYTES];
        accepted.keep(7, image(large, 1));

        assertNull(accepted.find(7, large));
    }

    @Test
    void nothingIsLeftAfterAReset() {
        accepted.keep(7, image(1));
        accepted.forget();

        assertNull(accepted.find(7, jar(1)));
    }
}
