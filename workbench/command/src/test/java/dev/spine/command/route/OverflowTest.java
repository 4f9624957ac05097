package dev.spine.command.route;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.extension.router.host.RouterFullException.Resource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every overflow of the cards' tables is told, with the option that helps, and so is its end. */
class OverflowTest {
    private final List<String> lines = new ArrayList<>();
    private final Overflow overflow = new Overflow(4_096, lines::add);

    private void look(int routes, int neighbours, int ports) {
        overflow.look(new Missing(routes, neighbours, ports));
    }

    @Test
    void nothingIsToldWhileNothingIsMissing() {
        look(0, 0, 0);
        assertEquals(List.of(), lines);
    }

    @Test
    void everyOverflowAndEveryEndIsTold() {
        for (int round = 0; round < 2; round++) {
            lines.clear();
            overflow.refused(Resource.TABLE);
            look(3, 0, 0);
            look(4, 0, 0);
            assertEquals(List.of("the cards' tables (--table-size 4096) are full, without 3 routes of the kernel: their packets go by"
                + " shorter prefixes, by the host or not at all; start again with a larger --table-size"), lines);
            look(0, 0, 0);
            look(0, 0, 0);
            assertEquals("the cards have room again, and all routes, neighbours and addresses of the kernel", lines.getLast());
            assertEquals(2, lines.size());
        }
    }

    @Test
    void anOverflowThatGrowsIsToldEachTimeItHasDoubled() {
        overflow.refused(Resource.TABLE);
        for (int routes = 1; routes <= 1_000; routes++) {
            look(routes, 0, 0);
        }
        assertEquals(9, lines.size());
    }

    @Test
    void nextHopsHaveAnotherCure() {
        overflow.refused(Resource.NEXT_HOPS);
        look(1, 2, 1);
        assertEquals(List.of("the cards' 4095 next hops are all in use, without 1 route and 2 neighbours and 1 port's addresses of the"
            + " kernel: their packets go by shorter prefixes, by the host or not at all; use fewer gateways"), lines);
    }
}
