package com.example.disk;

import dev.spine.host.driver.IopDriver;
import dev.spine.host.testkit.TestNode;
import dev.spine.host.testkit.junit.SpineSystem;
import org.junit.jupiter.api.Test;

/** Must fail: {@code mvn test -Dtest=LeakyDriverCheck}. No ordinary run finds it, because its name does not end with Test. */
@SpineSystem(DiskPlan.class)
class LeakyDriverCheck {
    @Test
    void readsNothing(TestNode node, IopDriver iop) {
        LeakyDriver driver = new LeakyDriver(iop, DiskPlan.DISK_TID);
        node.onHost(() -> {
            driver.read(0);
            return "done";
        });
    }
}
