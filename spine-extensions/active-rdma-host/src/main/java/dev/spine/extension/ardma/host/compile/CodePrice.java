package dev.spine.extension.ardma.host.compile;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.runtime.meter.CodePrices;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the meter takes for a method, at least as much as it does.
 *
 * @param bytes of its code
 * @param units for entering it
 * @param jumpsBack for each jump back, in their order
 */
record CodePrice(int bytes, int units, List<Integer> jumpsBack) {
    private static final String BUFFER = Buffer.class.getName().replace('.', '/');
    private static final String MATH = "java/lang/Math";
    /** The dearest method of the class below that code calls. */
    private static final int UNITS_OF_BASE = 80;

    static CodePrice of(CodeModel code) {
        Map<Label, Integer> places = new HashMap<>();
        List<Integer> prices = new ArrayList<>();
        int sum = 0;
        for (CodeElement element : code) {
            if (element instanceof LabelTarget target) {
                places.put(target.label(), sum);
            } else if (element instanceof Instruction instruction) {
                sum += switch (instruction) {
                    case InvokeInstruction call -> CodePrices.CALL + of(call.owner().asInternalName());
                    default -> CodePrices.of(instruction.opcode());
                };
                if (instruction instanceof BranchInstruction branch && places.containsKey(branch.target())) {
                    prices.add(sum - places.get(branch.target()));
                }
            }
        }
        return new CodePrice(((CodeAttribute) code).codeLength(), sum, prices);
    }

    /** What is called takes at most, by whose it is. */
    private static int of(String owner) {
        return owner.equals(BUFFER) ? CodePrices.ACCESS : owner.equals(MATH) ? 1 : UNITS_OF_BASE;
    }
}
