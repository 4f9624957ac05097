package dev.spine.iop.engine.modelled;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The tasks of a modelled engine that have not ended: each has a name and an end point of its own. Used by whoever drives the engine, and
 * by the task that has the baton.
 */
final class ModelledTaskList {
    private final List<ModelledTask> tasks = new ArrayList<>();
    private final boolean[] endPoints = new boolean[EventOrder.MAX_TASKS];

    /** A task that has not started. */
    ModelledTask make(ModelledEngine engine, ModelledNode node, String name, Runnable body) {
        for (ModelledTask other : tasks) {
            if (other.name().equals(name)) {
                throw new IllegalArgumentException("a task '" + name + "' runs already: give each its own name");
            }
        }
        int number = 0;
        while (endPoints[number]) {
            if (++number == endPoints.length) {
                throw new IllegalStateException("at most " + endPoints.length + " tasks run at one time");
            }
        }
        endPoints[number] = true;
        ModelledTask task = new ModelledTask(engine, node, name, EventOrder.FIRST_TASK + number, body);
        tasks.add(task);
        return task;
    }

    /** A task has ended: its name and end point can be another's. */
    void ended(ModelledTask task) {
        tasks.remove(task);
        endPoints[task.endPoint() - EventOrder.FIRST_TASK] = false;
    }

    /** {@return those that are there now} */
    List<ModelledTask> all() {
        return List.copyOf(tasks);
    }

    /** None is there any more. */
    void clear() {
        tasks.clear();
    }

    /** {@return who waits for what, as the end of a message; empty when nobody does} */
    String whoWaits() {
        String list = tasks.stream().filter(ModelledTask::hasStarted)
            .map(task -> "'" + task.name() + "' for " + task.awaited()).collect(Collectors.joining(", "));
        return list.isEmpty() ? "" : " (tasks that wait too: " + list + ")";
    }
}
