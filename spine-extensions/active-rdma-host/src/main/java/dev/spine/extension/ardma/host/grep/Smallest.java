package dev.spine.extension.ardma.host.grep;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes one state of those that no text tells apart, and one class of bytes of those that no state does. */
final class Smallest {
    private Smallest() {}

    static Dfa of(int start, int[] classes, int[][] rows) {
        int[] groups = groups(rows);
        int count = Arrays.stream(groups).max().orElse(0) + 1;
        int[][] merged = new int[count][];
        for (int i = 0; i < rows.length; i++) {
            merged[groups[i]] = Arrays.stream(rows[i]).map(to -> groups[to]).toArray();
        }
        Map<List<Integer>, Integer> columns = new HashMap<>();
        List<Integer> kept = new ArrayList<>();
        int[] merging = new int[merged[0].length];
        for (int i = 0; i < merging.length; i++) {
            int column = i;
            List<Integer> content = Arrays.stream(merged).map(row -> row[column]).toList();
            Integer known = columns.putIfAbsent(content, columns.size());
            merging[i] = known == null ? columns.size() - 1 : known;
            if (known == null) {
                kept.add(i);
            }
        }
        int[] small = Arrays.stream(classes).map(each -> merging[each]).toArray();
        int[][] table = Arrays.stream(merged).map(row -> kept.stream().mapToInt(each -> row[each]).toArray()).toArray(int[][]::new);
        return new Dfa(groups[start], small, table);
    }

    /** By state: the number of its group, that of the match being 0 as before. */
    private static int[] groups(int[][] rows) {
        int[] groups = new int[rows.length];
        Arrays.fill(groups, 1, rows.length, 1);
        int count = Math.min(rows.length, 2);
        while (true) {
            Map<List<Integer>, Integer> numbers = new HashMap<>();
            int[] finer = new int[rows.length];
            for (int i = 0; i < rows.length; i++) {
                List<Integer> key = new ArrayList<>();
                key.add(groups[i]);
                for (int to : rows[i]) {
                    key.add(groups[to]);
                }
                Integer known = numbers.putIfAbsent(key, numbers.size());
                finer[i] = known == null ? numbers.size() - 1 : known;
            }
            if (numbers.size() == count) {
                return finer;
            }
            count = numbers.size();
            groups = finer;
        }
    }
}
