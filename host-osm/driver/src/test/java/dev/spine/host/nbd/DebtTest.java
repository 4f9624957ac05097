package dev.spine.host.nbd;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class DebtTest {
    @Test
    void whoIsSlowAndMovesEnoughIsServed() {
        Debt debt = new Debt(0);
        debt.moved(Debt.QUOTA_BYTES - 1, 90);
        assertTrue(debt.isOverdue(100, 100));
        debt.moved(1, 99);
        assertFalse(debt.isOverdue(198, 100));
        assertTrue(debt.isOverdue(199, 100));
        debt.paid(200);
        debt.moved(Debt.QUOTA_BYTES - 1, 250);
        assertTrue(debt.isOverdue(300, 100));
    }
}
