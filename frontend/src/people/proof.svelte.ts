/** Fresh proof: changes to an account first confirm that it is still me. */

class IdentityCheck {
  wanted = $state(false);
  #answer: (proven: boolean) => void = () => {};

  /** Ask for a proof; resolves to whether it was given. */
  ask(): Promise<boolean> {
    this.wanted = true;
    return new Promise((resolve) => {
      this.#answer = resolve;
    });
  }

  /** Answer the question. */
  settle(proven: boolean): void {
    this.wanted = false;
    this.#answer(proven);
  }
}

export const proof = new IdentityCheck();
