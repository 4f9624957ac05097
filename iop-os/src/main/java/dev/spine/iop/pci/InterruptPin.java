package dev.spine.iop.pci;

import dev.spine.i2o.unit.InterruptListener;

/** The pin between the registers and whoever listens: the command register can disconnect it. Any thread. */
final class InterruptPin implements InterruptListener {
    private final InterruptListener listener;
    private boolean connected = true;
    private boolean wanted;
    private boolean driven;

    InterruptPin(InterruptListener listener) {
        this.listener = listener;
    }

    @Override
    public synchronized void onAsserted() {
        wanted = true;
        drive();
    }

    @Override
    public synchronized void onReleased() {
        wanted = false;
        drive();
    }

    synchronized void connect(boolean on) {
        connected = on;
        drive();
    }

    synchronized boolean isAsserted() {
        return driven;
    }

    private void drive() {
        boolean next = connected && wanted;
        if (next != driven) {
            driven = next;
            if (next) {
                listener.onAsserted();
            } else {
                listener.onReleased();
            }
        }
    }
}
