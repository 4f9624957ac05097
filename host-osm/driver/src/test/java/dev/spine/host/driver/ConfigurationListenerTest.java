package dev.spine.host.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.i2o.table.LogicalConfigurationTable.Entry;
import dev.spine.iop.Iop;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ConfigurationListenerTest {
    /** Writes down what it hears. */
    private static final class Diary implements ConfigurationListener {
        final List<String> entries = new ArrayList<>();

        @Override
        public void onOperational(IopDriver iop) {
            entries.add(iop.name() + " operational");
        }

        @Override
        public void onLost(IopDriver iop) {
            entries.add(iop.name() + " lost");
        }

        @Override
        public Pending<Boolean> beforeShutdown(IopDriver iop) {
            entries.add(iop.name() + " is left");
            return Pending.failed(new HostException("cannot"));
        }

        @Override
        public void onArrived(IopDriver iop, Entry device) {
            entries.add(iop.name() + " has 0x" + Integer.toHexString(device.localTid()));
        }

        @Override
        public void onGone(IopDriver iop, Entry device) {
            entries.add(iop.name() + " has lost 0x" + Integer.toHexString(device.localTid()));
        }
    }

    private static Diary diary(TestNode node) {
        Diary diary = new Diary();
        node.tasks.run(() -> node.driver.addConfigurationListener(diary));
        return diary;
    }

    private static List<String> heard(TestNode node, Diary diary, int count) {
        node.tasks.await(count + " entries", () -> diary.entries.size() >= count);
        return node.tasks.call(() -> List.copyOf(diary.entries));
    }

    private static void addDevice(TestNode node, int iop) {
        node.engine.tasks(node.iops.get(iop)).run(() -> node.iops.get(iop).install(new EchoDevice()));
    }

    @ParameterizedTest
    @EnumSource
    void tellsOfIopsAndOfDevicesThatComeLater(EngineKind kind) {
        try (TestNode node = new TestNode(kind, 2)) {
            Diary diary = diary(node);
            node.boot();
            assertEquals(List.of("iop1 operational", "iop2 operational"), heard(node, diary, 2));

            addDevice(node, 1);
            assertEquals("iop2 has 0x9", heard(node, diary, 3).get(2));
            assertEquals(3, node.tasks.call(() -> Objects.requireNonNull(node.driver.report(node.drivers.get(1))))
                .configuration().entries().size());
            node.await("the restart", () -> node.driver.restart(node.drivers.getFirst()));
            assertEquals(List.of("iop1 lost", "iop1 operational"), heard(node, diary, 5).subList(3, 5));
            node.await("the shutdown", node.driver::shutdown);
            assertEquals(List.of("iop1 is left", "iop1 lost", "iop2 is left", "iop2 lost"), heard(node, diary, 9).subList(5, 9));
        }
    }

    @ParameterizedTest
    @EnumSource
    void hearsOfChangesByAStandingRequestToo(EngineKind kind) {
        try (TestNode node = new TestNode(kind, 1, BootSettings.STANDARD.watching(ConfigurationWatching.STANDING_REQUEST))) {
            Diary diary = diary(node);
            node.boot();
            for (int tid = 9; tid < 12; tid++) {
                addDevice(node, 0);
                assertEquals("iop1 has 0x" + Integer.toHexString(tid), heard(node, diary, tid - 7).get(tid - 8));
            }
            node.await("the restart", () -> node.driver.restart(node.drivers.getFirst()));
            addDevice(node, 0);
            assertEquals("iop1 has 0xc", heard(node, diary, 7).get(6));
        }
    }

    @ParameterizedTest
    @EnumSource
    void tellsOfADeviceThatIsTakenOff(EngineKind kind) {
        try (TestNode node = new TestNode(kind, 1)) {
            Diary diary = diary(node);
            node.boot();
            Iop iop = node.iops.getFirst();

            node.engine.tasks(iop).run(() -> iop.kernel().roster().remove(Objects.requireNonNull(iop.kernel().directory().device(8))));

            assertEquals("iop1 has lost 0x8", heard(node, diary, 2).get(1));
        }
    }

    @ParameterizedTest
    @EnumSource
    void bringsAFailedIopBack(EngineKind kind) {
        try (TestNode node = new TestNode(kind, 2)) {
            Diary diary = diary(node);
            IopRecovery recovery = node.tasks.call(() -> new IopRecovery(node.driver, 2));
            node.boot();
            for (int i = 1; i <= 2; i++) {
                int times = i;
                Iop iop = node.iops.get(1);
                node.engine.tasks(iop).run(() -> iop.executive().fail());
                node.tasks.await("recovery " + i, () -> recovery.succeeded() == times);
            }
            assertEquals(List.of("iop2 lost", "iop2 operational", "iop2 lost", "iop2 operational"), heard(node, diary, 6).subList(2, 6));
            assertEquals(2, node.tasks.call(recovery::begun));
        }
    }
}
